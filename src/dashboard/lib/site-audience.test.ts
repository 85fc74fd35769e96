import { expect, test } from 'vitest'
import type { SiteReaders } from '#contract/site-audience.ts'
import {
  addressRemovalEffect,
  audienceEffect,
  deletionEffect,
  entranceRemovalEffect,
  missingEntrance,
  unpublishEffect,
} from './site-audience.ts'

const readers: SiteReaders = {
  object: 'site-audience',
  visibility: 'public',
  published: true,
  addresses: ['https://docs.halden.energy/', 'https://lectern.example.org/sites/docs/'],
  pages: 1204,
  shareLinks: 0,
}
const at = 'docs.halden.energy and lectern.example.org/sites/docs'

test('unpublishing names who loses access, the pages and every address', () => {
  expect(unpublishEffect(readers)).toBe(
    `Everyone loses access right away. Readers get a 404 for all 1,204 pages at ${at} until you publish the site again.`,
  )
  const one = { ...readers, addresses: ['https://docs.halden.energy/'], pages: 1 }
  expect(unpublishEffect({ ...one, visibility: 'share-link', shareLinks: 1 })).toBe(
    'Everyone with the share link loses access right away. Readers get a 404 for the page at docs.halden.energy until you publish the site again.',
  )
  expect(unpublishEffect({ ...one, visibility: 'share-link', shareLinks: 3 })).toContain(
    'Everyone with one of the 3 share links loses access',
  )
  expect(unpublishEffect({ ...one, visibility: 'visitor-auth', pages: 0 })).toBe(
    'Every signed-in visitor loses access right away. Readers get a 404 for the site at docs.halden.energy until you publish the site again.',
  )
})

test('two pages are both pages', () => {
  expect(unpublishEffect({ ...readers, pages: 2 })).toContain(`Readers get a 404 for both pages at ${at}`)
})

test('another audience says what readers see instead', () => {
  expect(audienceEffect({ ...readers, shareLinks: 2 }, 'share-link')).toBe(
    `Everyone without a share link loses access and gets a 404 for all 1,204 pages at ${at}. 2 share links work.`,
  )
  expect(audienceEffect({ ...readers, signInURL: 'https://app.halden.energy/in' }, 'visitor-auth')).toBe(
    `Everyone who isn’t signed in through your application loses access. All 1,204 pages at ${at} redirect them to app.halden.energy/in.`,
  )
  expect(audienceEffect(readers, 'unlisted')).toContain('No one loses access')
  expect(audienceEffect({ ...readers, visibility: 'share-link' }, 'unlisted')).toContain(
    'Everyone with the address can read all 1,204 pages',
  )
  expect(audienceEffect({ ...readers, visibility: 'unlisted', pages: 1 }, 'public')).toContain(
    'and search engines can list it.',
  )
})

test('deleting a site or one of its addresses counts the pages and names the addresses', () => {
  expect(deletionEffect(readers)).toBe(
    `Everyone loses access right away. Readers get a 404 for all 1,204 pages at ${at}.`,
  )
  expect(addressRemovalEffect(readers, 'https://docs.halden.energy')).toBe(
    'Links to all 1,204 pages at docs.halden.energy stop working right away.',
  )
  expect(addressRemovalEffect({ ...readers, pages: 1 }, 'https://docs.halden.energy')).toBe(
    'Links to the page at docs.halden.energy stop working right away.',
  )
})

test('removing the last way to open a published site says who loses access', () => {
  const byLink = { ...readers, visibility: 'share-link' as const, shareLinks: 1 }
  expect(entranceRemovalEffect(byLink, 'share-link')).toBe(
    `This is the last active share link. Everyone with it loses access right away. Readers get a 404 for all 1,204 pages at ${at} until there is another share link.`,
  )
  expect(entranceRemovalEffect({ ...byLink, shareLinks: 2 }, 'share-link')).toBeUndefined()
  expect(entranceRemovalEffect({ ...byLink, published: false }, 'share-link')).toBeUndefined()
  expect(entranceRemovalEffect(readers, 'share-link')).toBeUndefined()
  const bySignIn = { ...readers, visibility: 'visitor-auth' as const, signInURL: 'https://a.example' }
  expect(entranceRemovalEffect(bySignIn, 'visitor-auth')).toBe(
    `Visitors who aren’t signed in lose access right away. All 1,204 pages at ${at} ask them to sign in, but can’t send them anywhere to do so.`,
  )
  expect(entranceRemovalEffect({ ...bySignIn, pages: 1 }, 'visitor-auth')).toContain('asks them to sign in')
  expect(entranceRemovalEffect(byLink, 'visitor-auth')).toBeUndefined()
})

test('a limited audience needs a share link that works, or a sign-in URL', () => {
  expect(missingEntrance(readers, 'share-link')).toBe('share-link')
  expect(missingEntrance({ ...readers, shareLinks: 1 }, 'share-link')).toBeUndefined()
  expect(missingEntrance(readers, 'visitor-auth')).toBe('visitor-auth')
  expect(missingEntrance({ ...readers, signInURL: 'https://a.example' }, 'visitor-auth')).toBeUndefined()
  expect(missingEntrance(readers, 'unlisted')).toBeUndefined()
})
