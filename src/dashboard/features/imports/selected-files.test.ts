import { expect, test } from 'vitest'
import { formOf, importableFiles, pickedFiles, selectionError } from './selected-files.ts'

const file = (path: string, size = 3) => ({ path, file: new File(['x'.repeat(size)], path) })

test('files of tools are skipped, and files of the documentation are uploaded', () => {
  const paths = [
    'docs/a.md',
    'docs/.git/HEAD',
    '.DS_Store',
    'docs/.gitbook.yaml',
    'docs/.gitbook/assets/a.png',
    'node_modules/x/readme.md',
  ]
  expect(importableFiles(paths.map((path) => file(path))).map(({ path }) => path)).toEqual([
    'docs/a.md',
    'docs/.gitbook.yaml',
    'docs/.gitbook/assets/a.png',
  ])
})

test('each part of the form is named after its path', () => {
  const form = formOf([file('a/b.md'), file('a/c.png')])
  expect(form.getAll('files').map((part) => (part instanceof File ? part.name : ''))).toEqual([
    'a/b.md',
    'a/c.png',
  ])
})

test('files without a folder keep their names', () => {
  expect(pickedFiles([new File(['x'], 'a.zip')])[0]?.path).toBe('a.zip')
})

test.each([
  [[], 'Nothing here can be imported.'],
  [[file('a.png')], 'Choose at least one Markdown, HTML, Word or zip file.'],
  [[file('a.png'), file('b.MD')], undefined],
  [[file('a.zip')], undefined],
  [[file('a.DOCX')], undefined],
  [[file('a.htm')], undefined],
])('a selection that cannot be imported has an error', (files, refusal) => {
  expect(selectionError(files)).toBe(refusal)
})
