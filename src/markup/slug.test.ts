import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathSegment } from '#contract/shared/values.ts'
import { anchorOf, asciiSlugOf, slugOf, uniqueSlug } from './slug.ts'

test.each([
  ['Install by RPM (Red Hat)', 'install-by-rpm-red-hat'],
  ['Über Größe & Maß', 'uber-grosse-and-mass'],
  ['v1.2 → v2.0', 'v1.2-v2.0'],
  ['record_transformer', 'record_transformer'],
  ["What's new?", 'whats-new'],
  ['...', 'page'],
  ['Prüfbericht für Öl', 'prufbericht-fur-ol'],
  ['日本語', '日本語'],
  ['安装 Docker（第 2 版）', '安装-docker-第-2-版'],
  ['كِتاب الأدلة', 'كِتاب-الأدلة'],
  ['می\u200cخواهم', 'میخواهم'],
  ['Ёлка и Йод', 'ёлка-и-йод'],
  ['การทำงาน', 'การทำงาน'],
  ['한국어 안내서', '한국어-안내서'],
  ['한국어 안내서'.normalize('NFD'), '한국어-안내서'],
  ['हिन्दी गाइड', 'हिन्दी-गाइड'],
  ['Ελλάδα ΟΔΟΣ', 'ελλάδα-οδος'.normalize('NFC')],
  ['🎉👩‍💻❤️🇩🇪', 'page'],
  ['🚀 Пуск', 'пуск'],
  ['1️⃣ Шаг', '1-шаг'],
])('%s has the slug %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each([
  ['<buffer> Section', 'less-than-buffer-greater-than-section'],
  ['`@type` (required)', 'type-required'],
  ['C++ in 1.5', 'c++-in-1.5'],
  ['日本語', 'section'],
])('%s has the anchor %s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor)
})

test('slugs and anchors match their patterns for any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const slug = slugOf(title)
      expect(pathSegment.safeParse(slug)).toMatchObject({ success: true, data: slug })
      expect(slugOf(slug)).toBe(slug)
      expect(asciiSlugOf(title, 'site')).toMatch(/^[a-z0-9]+([-_.][a-z0-9]+)*$/)
      expect(anchorOf(title)).toMatch(/^[-a-z0-9.+_]+$/)
    }),
  )
})

test('a taken slug gets the next free number', () => {
  expect(uniqueSlug('a', new Set())).toBe('a')
  expect(uniqueSlug('a', new Set(['a', 'a-1']))).toBe('a-2')
  expect(uniqueSlug('x'.repeat(100), new Set(['x'.repeat(100)]))).toBe(`${'x'.repeat(98)}-1`)
})

test('a long slug is cut between characters', () => {
  expect(slugOf(`${'a'.repeat(99)}𠮷𠮷`)).toBe('a'.repeat(99))
  expect(slugOf(`${'ก'.repeat(99)}กิ่`)).toBe('ก'.repeat(99))
  expect(slugOf('語'.repeat(150))).toBe('語'.repeat(100))
  expect(uniqueSlug('𠮷'.repeat(50), new Set(['𠮷'.repeat(50)]))).toBe(`${'𠮷'.repeat(49)}-1`)
  expect(uniqueSlug(`${'ก'.repeat(97)}กิ่`, new Set([`${'ก'.repeat(97)}กิ่`]))).toBe(`${'ก'.repeat(97)}-1`)
})
