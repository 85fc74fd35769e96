import { expect, test } from 'vitest'
import { siteCustomization } from '#contract/site-customization.ts'
import { changeOf, differentIn, faultsOf, looksOf, resetOf, valuesOf } from './looks-values.ts'

const pair = { light: '#0b6a86', dark: '#58bfdb' }
const looks = siteCustomization.parse({
  styling: {
    theme: 'clean',
    primaryColor: pair,
    infoColor: pair,
    successColor: pair,
    warningColor: pair,
    dangerColor: pair,
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: {
      id: 'a',
      custom: true,
      fontFamily: 'Own',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://a.example/a.woff2' }] }],
    },
    monospaceFont: 'IBMPlexMono',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
    codeTheme: { default: { light: 'nord', dark: 'nord' }, openapi: { light: 'nord', dark: 'nord' } },
  },
  internationalization: { locale: 'en' },
  favicon: { emoji: '1f44b' },
  header: { links: [] },
  footer: { groups: [] },
  themes: { default: 'system', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: true },
  pagination: { enabled: true },
  trademark: { enabled: true },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: false, markdown: true, items: ['markdown'] },
  ai: { mode: 'none' },
  externalLinks: { target: 'self' },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
})

test('what is shown and not changed is sent as it was', () => {
  expect(looksOf(valuesOf(looks), looks)).toEqual({ ...looks, socialAccounts: [] })
})

test('one picture stands for both schemes, none takes the logo away', () => {
  const written = { ...valuesOf(looks), 'header/logo/light': 'https://a.example/l.png' }
  const logo = { light: 'https://a.example/l.png', dark: 'https://a.example/l.png' }
  const dressed = looksOf(written, looks)
  expect(dressed?.header.logo).toEqual(logo)
  const without = { ...valuesOf(dressed ?? looks), 'header/logo/light': '', 'header/logo/dark': '' }
  expect(looksOf(without, dressed ?? looks)?.header.logo).toBeUndefined()
})

test('a picture takes the place of the emoji', () => {
  const written = { ...valuesOf(looks), 'favicon/icon/light': 'https://a.example/i.png' }
  expect(looksOf(written, looks)?.favicon).toEqual({
    icon: { light: 'https://a.example/i.png', dark: 'https://a.example/i.png' },
  })
})

test('faults stand at the members that were written', () => {
  const written = { ...valuesOf(looks), 'styling/primaryColor/light': 'red', 'announcement/enabled': true }
  expect([...faultsOf(written, looks).keys()].sort()).toEqual([
    'announcement/message',
    'styling/primaryColor/light',
  ])
  expect(looksOf(written, looks)).toBeNull()
})

test('a space says only what it has different, and follows the site again by null', () => {
  const now = valuesOf(looks)
  const change = changeOf(
    { ...now, 'styling/theme': 'bold', 'styling/font': 'Inter', title: 'Guides' },
    now,
    looks,
  )
  expect(change).toEqual({ styling: { theme: 'bold' }, title: 'Guides' })
  expect([...differentIn(change)].sort()).toEqual(['styling/theme', 'title'])
  expect(resetOf('styling/theme')).toEqual({ styling: { theme: null } })
})
