import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'

/** A running SAML provider, a process of its own. */
export type SamlProcess = { readonly address: string; readonly stop: () => Promise<void> }

export async function startSamlProcess(): Promise<SamlProcess> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'saml-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    address,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Signs in on the page of the provider. */
export async function signInAtProvider(
  page: Page,
  person: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  await page.getByLabel('Account').fill(person.id)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Name').fill(person.name)
  await page.getByRole('button', { name: 'Sign in at the provider' }).click()
}
