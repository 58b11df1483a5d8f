import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyone } from './policy.ts'

/** Browser form posts: every field is text and may be missing; they always answer with a redirect. */
const Form = (...fields: string[]) =>
  Type.Object(Object.fromEntries(fields.map((field) => [field, Type.Optional(Type.String())])))

const Redirect = Type.Null()
const credentials = Form('email', 'password', 'next_path', 'csrfmiddlewaretoken')

export const authApi = {
  csrfToken: endpoint(anyone, 'GET /auth/get-csrf-token/', {
    200: Type.Object({ csrf_token: Type.String() }),
  }),
  emailCheck: endpoint(anyone, 'POST /auth/email-check/', {
    body: Type.Object({ email: Type.Optional(Type.String()) }),
    200: Type.Object({ existing: Type.Boolean(), status: Type.String() }),
  }),
  signIn: endpoint(anyone, 'POST /auth/sign-in/', { body: credentials, 302: Redirect }),
  signUp: endpoint(anyone, 'POST /auth/sign-up/', { body: credentials, 302: Redirect }),
  signOut: endpoint(anyone, 'POST /auth/sign-out/', {
    body: Form('csrfmiddlewaretoken'),
    302: Redirect,
  }),
}

export const instanceAuthApi = {
  signUp: endpoint(anyone, 'POST /api/instances/admins/sign-up/', {
    body: Form(
      'email',
      'password',
      'first_name',
      'last_name',
      'company_name',
      'is_telemetry_enabled',
      'demo',
      'csrfmiddlewaretoken',
    ),
    302: Redirect,
  }),
}
