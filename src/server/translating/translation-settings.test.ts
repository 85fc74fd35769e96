import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const url = 'https://translate.example.org/'

test('machine translation is off unless an address is set', () => {
  expect(readConfig({}).translation).toBeUndefined()
  expect(readConfig({ LECTERN_TRANSLATE_URL: url, LECTERN_TRANSLATE_KEY: 'k' }).translation).toEqual({
    url: 'https://translate.example.org',
    key: 'k',
    allowPrivate: false,
  })
})

test('an address in a private network needs the consent of the operator', () => {
  const env = { LECTERN_TRANSLATE_URL: 'http://10.0.0.5:5000' }
  expect(() => readConfig(env)).toThrow('or set LECTERN_TRANSLATE_PRIVATE=1')
  expect(readConfig({ ...env, LECTERN_TRANSLATE_PRIVATE: '1' }).translation?.allowPrivate).toBe(true)
  expect(() => readConfig({ LECTERN_TRANSLATE_KEY: 'k' })).toThrow('needs LECTERN_TRANSLATE_URL')
  expect(() => readConfig({ LECTERN_TRANSLATE_URL: 'ftp://x' })).toThrow('begins with http')
})
