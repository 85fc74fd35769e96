import { expect, test } from 'vitest'
import { addressInWords } from './address-in-words.ts'

test.each([
  ['https://docs.halden.energy/', 'docs.halden.energy'],
  ['https://docs.halden.energy/api/', 'docs.halden.energy/api'],
  ['http://localhost:4400/sites/docs/', '/sites/docs'],
  ['http://localhost:4400/', 'localhost:4400'],
])('says %s as %s', (url, said) => {
  expect(addressInWords(url, 'http://localhost:4400')).toBe(said)
})
