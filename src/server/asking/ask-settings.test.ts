import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const environment = { LECTERN_ASK_URL: 'https://api.example.org/v1/', LECTERN_ASK_MODEL: 'small' }

test('questions are off unless an address and a model are set', () => {
  expect(readConfig({}).ask).toBeUndefined()
  expect(readConfig({ ...environment, LECTERN_ASK_KEY: 'k' }).ask).toEqual({
    url: 'https://api.example.org/v1',
    key: 'k',
    model: 'small',
    allowPrivate: false,
  })
  expect(() => readConfig({ LECTERN_ASK_URL: environment.LECTERN_ASK_URL })).toThrow(
    'needs LECTERN_ASK_MODEL',
  )
  expect(() => readConfig({ LECTERN_ASK_MODEL: 'small' })).toThrow('needs LECTERN_ASK_URL')
  expect(() => readConfig({ ...environment, LECTERN_ASK_KEY: 'a b' })).toThrow('without blanks')
})

test('an address in a private network needs the consent of the operator', () => {
  const local = { ...environment, LECTERN_ASK_URL: 'http://10.0.0.5:11434/v1' }
  expect(() => readConfig(local)).toThrow('or set LECTERN_ASK_PRIVATE=1')
  expect(readConfig({ ...local, LECTERN_ASK_PRIVATE: '1' }).ask?.allowPrivate).toBe(true)
  expect(() => readConfig({ ...environment, LECTERN_ASK_PRIVATE: 'maybe' })).toThrow('must be 1 or 0')
})
