const names = ['alpenglow', 'basalt', 'fjord', 'glacier', 'heath', 'lagoon', 'moraine', 'scree']

/** Pictures included in the web app. */
export const builtInCovers: readonly string[] = names.map((name) => `/covers/${name}.svg`)
