import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { PasskeyRequest } from '#contract/second-factor.ts'
import type { SignInChallenge } from '#contract/sessions.ts'
import type { Person, TestApp } from './app.ts'
import { anAuthenticator } from './authenticator.ts'
import { aBrowser, type Browser, password, setPassword } from './browser.ts'

/** A person with a password, signed in by it. */
export async function aSignedInPerson(app: TestApp, person?: Person) {
  const owner = person ?? (await app.anOrganization()).admin
  await setPassword(app, owner, true)
  const browser = aBrowser(app)
  expect((await signIn(browser, owner)).status).toBe(200)
  return { person: owner, browser }
}

export const signIn = (browser: Browser, { email }: Person) =>
  browser.send(api.sessions.signIn, { email, password })

/** Signs in by password in a new browser and returns the challenge. */
export async function aChallenge(app: TestApp, person: Person) {
  const browser = aBrowser(app)
  const response = await signIn(browser, person)
  const challenge = response.json() as SignInChallenge
  expect(challenge.object).toBe('sign-in-challenge')
  expect(browser.cookie()).toBe('')
  return { browser, challenge }
}

/** Codes of an authenticator app: of now, or of so many steps of 30 seconds later. */
export const codesOf =
  (secret: string) =>
  (steps = 0): string =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets up an authenticator app with the code of the step before now, so that the code of now is unused. */
export async function setUpApp(browser: Browser) {
  const { secret } = (await browser.send(api.secondFactors.startAuthenticatorApp)).json() as {
    secret: string
  }
  const codeIn = codesOf(secret)
  const confirmation = await browser.send(api.secondFactors.confirmAuthenticatorApp, { code: codeIn(-1) })
  expect(confirmation.status, confirmation.text).toBe(204)
  return { secret, codeIn }
}

export async function newRecoveryCodes(browser: Browser): Promise<string[]> {
  const response = await browser.send(api.secondFactors.createRecoveryCodes)
  expect(response.status, response.text).toBe(200)
  return (response.json() as { codes: string[] }).codes
}

export async function startPasskey(browser: Browser): Promise<PasskeyRequest> {
  const response = await browser.send(api.secondFactors.startPasskey)
  expect(response.status, response.text).toBe(200)
  return response.json() as PasskeyRequest
}

/** Adds a passkey and returns its authenticator. */
export async function addPasskey(app: TestApp, browser: Browser, name = 'Laptop') {
  const authenticator = anAuthenticator(new URL(app.service.urls.base).origin)
  const { token, options } = await startPasskey(browser)
  const body = { token, name, passkey: authenticator.create(options) }
  const response = await browser.send(api.secondFactors.addPasskey, body)
  expect(response.status, response.text).toBe(200)
  return { authenticator, passkey: response.json() as { id: string } }
}

/** Ends the confirmation that comes with a recent sign-in. */
export const forgetConfirmation = async (app: TestApp, { userId }: Person): Promise<void> => {
  await app.db
    .updateTable('session')
    .set({ created_at: new Date(Date.now() - 3_600_000), confirmed_at: null })
    .where('user_id', '=', userId)
    .execute()
}
