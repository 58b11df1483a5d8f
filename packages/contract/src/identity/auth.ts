import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, signedIn } from '../core/policy.ts'
import { CurrentUser } from './account.ts'

/**
 * Browser form posts: every field is text and may be missing; the response is always a redirect.
 */
const Form = (...fields: string[]) =>
  Type.Object(Object.fromEntries(fields.map((field) => [field, Type.Optional(Type.String())])))

const Redirect = Type.Null()
const Message = Type.Object({ message: Type.String() })
const Email = Type.Object({ email: Type.Optional(Type.String()) })
const Credentials = Form('email', 'password', 'next_path', 'csrfmiddlewaretoken')
const Code = Form('email', 'code', 'next_path', 'csrfmiddlewaretoken')

export const PasswordChange = Type.Partial(
  Type.Object({
    old_password: Type.String(),
    new_password: Type.String(),
    password: Type.String(),
  }),
)
export type PasswordChange = Static<typeof PasswordChange>

/** The flows that the application and the public site both have; only their redirects differ. */
const flowsAt = (base: '/auth/' | '/auth/spaces/') => ({
  emailCheck: endpoint(anyone, `POST ${base}email-check/`, {
    body: Email,
    200: Type.Object({ existing: Type.Boolean(), status: Type.String() }),
  }),
  signIn: endpoint(anyone, `POST ${base}sign-in/`, { body: Credentials, 302: Redirect }),
  signUp: endpoint(anyone, `POST ${base}sign-up/`, { body: Credentials, 302: Redirect }),
  signOut: endpoint(anyone, `POST ${base}sign-out/`, {
    body: Form('csrfmiddlewaretoken', 'next_path'),
    302: Redirect,
  }),
  magicGenerate: endpoint(anyone, `POST ${base}magic-generate/`, {
    body: Email,
    200: Type.Object({ key: Type.String() }),
  }),
  magicSignIn: endpoint(anyone, `POST ${base}magic-sign-in/`, { body: Code, 302: Redirect }),
  magicSignUp: endpoint(anyone, `POST ${base}magic-sign-up/`, { body: Code, 302: Redirect }),
  forgotPassword: endpoint(anyone, `POST ${base}forgot-password/`, { body: Email, 200: Message }),
  resetPassword: endpoint(anyone, `POST ${base}reset-password/:uidb64/:token/`, {
    body: Form('password', 'csrfmiddlewaretoken'),
    302: Redirect,
  }),
})

export const authApi = {
  ...flowsAt('/auth/'),
  csrfToken: endpoint(anyone, 'GET /auth/get-csrf-token/', {
    200: Type.Object({ csrf_token: Type.String() }),
  }),
  setPassword: endpoint(signedIn, 'POST /auth/set-password/', {
    body: Type.Object({ password: Type.Optional(Type.String()) }),
    200: CurrentUser,
  }),
  changePassword: endpoint(signedIn, 'POST /auth/change-password/', {
    body: PasswordChange,
    200: Message,
  }),
}

export const spacesAuthApi = flowsAt('/auth/spaces/')

export const instanceAuthApi = {
  signUp: endpoint(anyone, 'POST /api/instances/admins/sign-up/', {
    body: Form(
      'email',
      'password',
      'first_name',
      'last_name',
      'company_name',
      'user_timezone',
      'is_telemetry_enabled',
      'demo',
      'csrfmiddlewaretoken',
    ),
    302: Redirect,
  }),
  signIn: endpoint(anyone, 'POST /api/instances/admins/sign-in/', {
    body: Form('email', 'password', 'csrfmiddlewaretoken'),
    302: Redirect,
  }),
  signOut: endpoint(anyone, 'POST /api/instances/admins/sign-out/', {
    body: Form('csrfmiddlewaretoken'),
    302: Redirect,
  }),
}
