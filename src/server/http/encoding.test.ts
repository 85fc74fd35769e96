import { expect, test } from 'vitest'
import { encodingFor, takesGzip } from './encoding.ts'

test.each([
  ['gzip, deflate, br', 'br', true],
  ['gzip, deflate', 'gzip', true],
  ['br;q=0, gzip;q=0.5', 'gzip', true],
  ['br', 'br', false],
  ['*', 'gzip', true],
  ['gzip;q=0, *', null, false],
  ['GZIP ; q=0.000', null, false],
  ['x-gzip', null, false],
  ['identity', null, false],
  ['', null, false],
  [undefined, null, false],
])('a client that accepts “%s” gets %s', (accepted, encoding, gzip) => {
  expect([encodingFor(accepted), takesGzip(accepted)]).toEqual([encoding, gzip])
})
