import { expect, test } from 'vitest'
import { markdownOf } from '../../data/uploads.ts'
import { uploadError } from './uploads.tsx'

test('an image is embedded, any other file becomes a download', () => {
  expect(markdownOf({ id: 'f', name: 'front-view_[2].png', contentType: 'image/png' })).toBe(
    '![front view 2](/files/f)',
  )
  expect(markdownOf({ id: 'f', name: 'list.pdf', contentType: 'application/pdf' })).toBe(
    '{% file src="/files/f" %}\nlist.pdf\n{% endfile %}',
  )
})

test('a file over the limits has an error message', () => {
  expect(uploadError({ name: 'a.png', size: 2_440_000 })).toBeUndefined()
  expect(uploadError({ name: 'a.mp4', size: 101 * 1024 * 1024 })).toBe('Files can have up to 100 MB.')
  expect(uploadError({ name: 'a.png', size: 0 })).toBe('The file is empty.')
})
