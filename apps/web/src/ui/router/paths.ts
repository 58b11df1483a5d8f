/** Extended by the application with the paths of its screens; see `app/router.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: extended elsewhere
export interface Register {}

/** The path of a screen, such as `/$slug/projects/$projectId/issues/`. */
export type Path = Register extends { path: infer P extends string } ? P : string

type NamesIn<P extends string> = P extends `${infer Part}/${infer Rest}`
  ? NamesIn<Part> | NamesIn<Rest>
  : P extends `$${infer Name}`
    ? Name extends ''
      ? '_splat'
      : Name
    : never

export type Params<P extends string> = { [Name in NamesIn<P>]: string }

type ParamsOf<P extends string> = string extends P
  ? { params?: undefined }
  : [NamesIn<P>] extends [never]
    ? { params?: object | undefined }
    : { params: Params<P> }

/**
 * Where to go: the path of a screen with its parameters, or an address, which is any `string`. An
 * address may have a query and a hash of its own.
 */
export type To<P extends string> = {
  to: string extends P ? string : P extends Path ? P : Path
  search?: Record<string, unknown> | undefined
  hash?: string | undefined
  replace?: boolean | undefined
} & ParamsOf<P>

/** What a screen reads from its own path; written without the last slash. */
export type From<P extends string> = P extends Path ? P : `${P}/` extends Path ? P : never

export type AllParams = Partial<Params<Path>>
