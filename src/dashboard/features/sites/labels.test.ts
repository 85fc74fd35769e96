import { expect, test } from 'vitest'
import { shortAddress } from '../../lib/short-address.ts'
import { siteAddress } from './labels.tsx'

const app = 'https://lectern.example.org/o/halden/sites/s1'

test.each([
  [{ basename: 'docs', urls: { location: '', app } }, 'https://lectern.example.org/sites/docs/'],
  [
    { proxy: { origin: 'halden.energy', target: '/docs' }, urls: { location: '', app } },
    'https://halden.energy/docs/',
  ],
  [{ hostname: 'docs.halden.energy', urls: { location: '', app } }, 'https://docs.halden.energy/'],
  [
    { basename: 'docs', urls: { location: '', app, published: 'https://lectern.example.org/sites/d/' } },
    'https://lectern.example.org/sites/d/',
  ],
])('knows the address of a site, published or not', (site, address) => {
  expect(siteAddress({ id: 's1', ...site } as Parameters<typeof siteAddress>[0])).toBe(address)
})

test('shortens an address by its scheme and trailing slash', () => {
  expect(shortAddress('https://docs.halden.energy/')).toBe('docs.halden.energy')
  expect(shortAddress('http://127.0.0.1:4400/sites/docs/')).toBe('127.0.0.1:4400/sites/docs')
})
