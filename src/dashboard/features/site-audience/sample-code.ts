export type SampleLanguage = 'node' | 'python'
export const sampleLanguages = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
] as const

/** What an application does with whoever is signed in there, to let them read a site. */
export const sampleIn = (language: SampleLanguage, address: string): string =>
  language === 'node' ? node(address) : python(address)

const node = (address: string): string => `import { SignJWT } from 'jose'

const key = new TextEncoder().encode(process.env.VISITOR_KEY)

app.get('/docs-sign-in', async (request, response) => {
  const token = await new SignJWT({ plan: request.user.plan })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(key)
  const to = new URL(request.query.location ?? '', '${address}')
  if (!to.href.startsWith('${address}')) return response.sendStatus(400)
  to.searchParams.set('jwt_token', token)
  response.redirect(to.href)
})
`

const python = (address: string): string => `import os, time
from urllib.parse import quote

import jwt  # PyJWT

def docs_sign_in(user, location=""):
    claims = {"plan": user.plan, "exp": int(time.time()) + 7200}
    token = jwt.encode(claims, os.environ["VISITOR_KEY"], algorithm="HS256")
    return redirect("${address}" + quote(location.lstrip("/")) + "?jwt_token=" + token)
`
