import { expect, test } from 'vitest'
import { isInDns, statusFrom } from './rules.ts'

const service = { name: 'lectern.halden.example', addresses: ['192.0.2.7', '2001:db8::7'] }

test.each([
  ['an alias of the service', { aliases: ['Lectern.Halden.example.'], addresses: [] }, 'dns_passed'],
  ['an address of the service', { aliases: [], addresses: ['2001:db8::7'] }, 'dns_passed'],
  ['nothing', { aliases: [], addresses: [] }, 'dns_no_cname'],
  ['another name', { aliases: ['elsewhere.example'], addresses: ['192.0.2.9'] }, 'dns_wrong_cname'],
  ['another address', { aliases: [], addresses: ['192.0.2.9'] }, 'dns_wrong_cname'],
] as const)('a name that has %s', (_, said, status) => {
  expect(statusFrom({ ...said, service })).toBe(status)
})

test.each([
  ['lectern.halden.example', true],
  ['localhost', false],
  ['127.0.0.1', false],
  ['[::1]', false],
])('whether %s can be in the DNS', (host, can) => {
  expect(isInDns(host)).toBe(can)
})
