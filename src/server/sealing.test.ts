import { expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { seal, unseal } from './sealing.ts'

test('a sealed secret can be read with the key of its data folder alone', async () => {
  const config = { dataDir: makeTestFolder() }
  const sealed = await seal(config, 'a secret')
  expect(sealed.toString('latin1')).not.toContain('a secret')
  expect(await unseal(config, sealed)).toBe('a secret')
  expect(await seal(config, 'a secret')).not.toEqual(sealed)
  await expect(unseal({ dataDir: makeTestFolder() }, sealed)).rejects.toThrow()
  const modified = Buffer.from(sealed)
  modified[modified.length - 1] = (modified.at(-1) ?? 0) ^ 1
  await expect(unseal(config, modified)).rejects.toThrow()
})
