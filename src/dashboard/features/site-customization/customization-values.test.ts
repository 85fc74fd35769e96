import { expect, test } from 'vitest'
import { siteCustomization } from '#contract/site-customization.ts'
import {
  type Customization,
  customizationOf,
  fieldErrors,
  overriddenFields,
  overridesChange,
  resetChange,
  valuesOf,
} from './customization-values.ts'

const pair = { light: '#0b6a86', dark: '#58bfdb' }
const customization = siteCustomization.parse({
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

test('values that do not change are sent as they were', () => {
  expect(customizationOf(valuesOf(customization), customization)).toEqual({
    ...customization,
    socialAccounts: [],
  })
})

test('actions that only the API knows are not shown and not removed', () => {
  const stored: Customization = {
    ...customization,
    pageActions: { externalAI: false, markdown: true, items: ['assistant', 'markdown', 'git'] },
  }
  const values = valuesOf(stored)
  expect(values['pageActions/items']).toEqual(['markdown'])
  const changed = customizationOf({ ...values, 'pageActions/items': ['mcp', 'markdown'] }, stored)
  expect(changed?.pageActions.items).toEqual(['mcp', 'markdown', 'assistant', 'git'])
})

test('one image is used for both schemes, and no image removes the logo', () => {
  const values = { ...valuesOf(customization), 'header/logo/light': 'https://a.example/l.png' }
  const logo = { light: 'https://a.example/l.png', dark: 'https://a.example/l.png' }
  const withLogo = customizationOf(values, customization)
  expect(withLogo?.header.logo).toEqual(logo)
  const without = { ...valuesOf(withLogo ?? customization), 'header/logo/light': '', 'header/logo/dark': '' }
  expect(customizationOf(without, withLogo ?? customization)?.header.logo).toBeUndefined()
})

test('an image replaces the emoji', () => {
  const values = { ...valuesOf(customization), 'favicon/icon/light': 'https://a.example/i.png' }
  expect(customizationOf(values, customization)?.favicon).toEqual({
    icon: { light: 'https://a.example/i.png', dark: 'https://a.example/i.png' },
  })
})

test('errors are reported for the fields that were edited', () => {
  const values = {
    ...valuesOf(customization),
    'styling/primaryColor/light': 'red',
    'announcement/enabled': true,
  }
  expect([...fieldErrors(values, customization).keys()].sort()).toEqual([
    'announcement/message',
    'styling/primaryColor/light',
  ])
  expect(customizationOf(values, customization)).toBeNull()
})

test('a space sends only its overrides, and null removes one', () => {
  const now = valuesOf(customization)
  const change = overridesChange(
    { ...now, 'styling/theme': 'bold', 'styling/font': 'Inter', title: 'Guides' },
    now,
    customization,
  )
  expect(change).toEqual({ styling: { theme: 'bold' }, title: 'Guides' })
  expect([...overriddenFields(change)].sort()).toEqual(['styling/theme', 'title'])
  expect(resetChange('styling/theme')).toEqual({ styling: { theme: null } })
})
