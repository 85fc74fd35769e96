import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from './api.ts'
import { customFieldValue } from './custom-fields.ts'
import { siteHostname } from './sites.ts'

const text = (length: number) => 'a'.repeat(length)
const address = (length: number) => `https://example.org/${text(length - 20)}`
const list = (length: number) => Array.from({ length }, (_, index) => `o${index}`)
const domain = (length: number) => {
  const labels = Array.from({ length: 8 }, () => text(62)).join('.')
  return `${labels}.${text(length - labels.length - 1)}`
}
const proxy = (length: number) => `example.org/${text(length - 12)}`
const source = (length: number) => `/${text(length - 1)}`

/** Puts a value into the field of the body or query under test. */
const member =
  (name: string, others: Readonly<Record<string, unknown>> = {}) =>
  (value: unknown) => ({ ...others, [name]: value })
const itself = (value: unknown) => value

type Limit = readonly [
  name: string,
  schema: z.ZodType,
  wrap: (value: unknown) => unknown,
  make: (size: number) => unknown,
  min: number | null,
  max: number,
]

const { spaces, collections, sites, siteSections, siteSectionGroups, siteSpaces } = api
const field = { name: 'a', type: 'text' }
const select = { name: 'a', type: 'select:single' }
const space = { spaceId: 'a' }
const spec = { source: { url: 'https://example.org/a' } }

const limits: readonly Limit[] = [
  ['collection title', collections.update.body, member('title'), text, 0, 50],
  ['collection title on creation', collections.create.body, member('title'), text, 0, 50],
  ['collection description', collections.update.body, member('description'), text, 0, 100],
  ['space title', spaces.update.body, member('title'), text, 0, 50],
  ['space emoji', spaces.update.body, member('emoji'), text, 0, 50],
  ['site title', sites.update.body, member('title'), text, 2, 128],
  ['site title on creation', sites.create.body, member('title'), text, 2, 128],
  ['site host name', siteHostname, itself, domain, null, 512],
  ['site base name', sites.update.body, member('basename'), text, 1, 100],
  ['site proxy', sites.update.body, member('proxy'), proxy, null, 512],
  ['section title', siteSections.update.body, member('title'), text, 2, 128],
  ['section path', siteSections.update.body, member('path'), text, 1, 100],
  ['section description', siteSections.update.body, member('description'), text, 0, 256],
  ['section condition', siteSections.update.body, member('condition'), text, 1, 1024],
  ['section icon', siteSections.update.body, member('icon'), text, null, 50],
  ['section title on creation', siteSections.create.body, member('title', space), text, 2, 64],
  ['group title', siteSectionGroups.create.body, member('title'), text, 1, 100],
  ['group title on change', siteSectionGroups.update.body, member('title'), text, 1, 100],
  ['group icon', siteSectionGroups.create.body, member('icon', { title: 'a' }), text, null, 50],
  ['site space path', siteSpaces.update.body, member('path'), text, 1, 100],
  ['site space condition', siteSpaces.update.body, member('condition'), text, 1, 1024],
  ['custom field name', api.customFields.create.body, member('name', { type: 'text' }), text, 1, 50],
  ['custom field title', api.customFields.create.body, member('title', field), text, 0, 100],
  ['custom field description', api.customFields.create.body, member('description', field), text, 0, 200],
  ['custom field placeholder', api.customFields.create.body, member('placeholder', field), text, 0, 100],
  ['custom field options', api.customFields.create.body, member('options', select), list, 1, 50],
  ['custom field value', customFieldValue, itself, text, 0, 256],
  ['change request subject', api.changeRequests.update.body, member('subject'), text, 0, 100],
  ['organization title', api.organizations.update.body, member('title'), text, 2, 255],
  ['organization host name', api.organizations.update.body, member('hostname'), text, 3, 32],
  ['organization logo', api.organizations.update.body, member('logo'), address, null, 2048],
  ['team title', api.teams.create.body, member('title'), text, 1, 64],
  ['SAML label', api.samlProviders.create.body, member('label'), text, 1, 30],
  ['SAML entity', api.samlProviders.create.body, member('entityID', { label: 'a' }), text, 0, 1024],
  ['SAML certificate', api.samlProviders.create.body, member('certificate', { label: 'a' }), text, 0, 10_000],
  ['SAML address', api.samlProviders.create.body, member('ssoURL', { label: 'a' }), address, null, 2048],
  ['OpenAPI slug', api.openapiSpecs.create.body, member('slug', spec), text, 1, 100],
  ['OpenAPI source address', api.openapiSpecs.put.body, (url) => ({ source: { url } }), address, null, 2048],
  ['translation title', api.translations.create.body, member('title'), text, 1, 100],
  ['redirect source', api.siteRedirects.resolve.query, member('source'), source, null, 512],
  ['token label', api.tokens.create.body, member('label'), text, 1, 50],
  ['search in an organization', api.search.organization.query, member('query'), text, 1, 512],
  ['search in a space', api.search.space.query, member('query'), text, 1, 512],
  ['search in a site', api.search.site.body, member('query'), text, 1, 512],
  ['results per page', spaces.list.query, member('limit'), (size) => size, 0, 1000],
]

describe('limits', () => {
  test.each(limits)('%s', (_, schema, wrap, make, min, max) => {
    const acceptsSize = (size: number) => schema.safeParse(wrap(make(size))).success
    expect(acceptsSize(max)).toBe(true)
    expect(acceptsSize(max + 1)).toBe(false)
    if (min === null) return
    expect(acceptsSize(min)).toBe(true)
    if (min > 0) expect(acceptsSize(min - 1)).toBe(false)
    else if (make === text) expect(acceptsSize(0)).toBe(true)
    else expect(acceptsSize(-1)).toBe(false)
  })
})

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

test.each([
  [
    siteHostname,
    ['docs.example.org', 'a.b.co'],
    ['example.org', 'Docs.example.org', '-a.example.org', 'a..b.org'],
  ],
  [
    sites.update.body.shape.proxy,
    ['example.org/docs', 'a.example.org/b/c'],
    ['example.org', 'example.org/', '/a'],
  ],
  [
    api.siteRedirects.resolve.query.shape.source,
    ['/a', '/a/b.html', '/%C3%A4'],
    ['a', '/', '/a/', '//a', '/a b', '/%zz'],
  ],
  [api.openapiSpecs.create.body.shape.slug, ['pets', 'pets-2'], ['Pets', '-pets', 'pets-', 'a--b']],
  [siteSpaces.update.body.shape.path, ['a', 'v2.1', 'a_b-c'], ['A', '-a', 'a/', 'a--b']],
])('patterns accept valid values and reject invalid ones', (schema, valid, invalid) => {
  expect(valid.filter((value) => !accepts(schema, value))).toEqual([])
  expect(invalid.filter((value) => accepts(schema, value))).toEqual([])
})

test('unknown fields of a body are dropped', () => {
  expect(spaces.update.body.parse({ title: 'Guide', colour: 'red' })).toEqual({ title: 'Guide' })
})

test('a default level accepts a role, null or inherit', () => {
  const { defaultLevel } = spaces.update.body.shape
  expect(['read', null, 'inherit'].map((level) => accepts(defaultLevel, level))).toEqual([true, true, true])
  expect(accepts(defaultLevel, 'owner')).toBe(false)
})

test('an edit has 1 to 50 changes, each with the fields its operation requires', () => {
  const acceptsEdit = (...changes: unknown[]) => accepts(api.spaceContent.edit.body, { changes })
  const page = { operation: 'insert_page', document: {} }
  expect(acceptsEdit(...Array.from({ length: 50 }, () => page))).toBe(true)
  expect(acceptsEdit(...Array.from({ length: 51 }, () => page))).toBe(false)
  expect(acceptsEdit()).toBe(false)
  expect(acceptsEdit({ operation: 'insert_page' })).toBe(false)
  expect(acceptsEdit({ operation: 'insert_page', type: 'group', title: 'Guides' })).toBe(true)
  expect(acceptsEdit({ operation: 'insert_page', type: 'group' })).toBe(false)
  expect(acceptsEdit({ operation: 'insert_page', type: 'link', title: 'Home' })).toBe(false)
  const target = { kind: 'url', url: 'https://example.org' }
  expect(acceptsEdit({ operation: 'insert_page', type: 'link', title: 'Home', target })).toBe(true)
  expect(acceptsEdit({ operation: 'update_page', page: 'a', emoji: '', into: null })).toBe(true)
  const file = { name: 'a.png', base64: 'AAAA', contentType: 'image/png' }
  expect(acceptsEdit({ operation: 'insert_files', files: [file] })).toBe(true)
  expect(acceptsEdit({ operation: 'insert_files', files: [{ ...file, url: target.url }] })).toBe(false)
  expect(acceptsEdit({ operation: 'insert_files', files: [{ name: 'a.png', base64: 'AAAA' }] })).toBe(false)
  expect(acceptsEdit({ operation: 'insert_files', files: Array.from({ length: 21 }, () => file) })).toBe(
    false,
  )
})
