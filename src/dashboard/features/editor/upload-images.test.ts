import { expect, test } from 'vitest'
import { markdownOf } from '../../lib/file-markdown.ts'
import { refusalOf } from './upload-images.ts'

test('a picture is shown, any other file is offered', () => {
  expect(markdownOf({ id: 'f', name: 'front-view_[2].png', contentType: 'image/png' })).toBe(
    '![front view 2](/files/f)',
  )
  expect(markdownOf({ id: 'f', name: 'list.pdf', contentType: 'application/pdf' })).toBe(
    '{% file src="/files/f" %}\nlist.pdf\n{% endfile %}',
  )
})

test('a file that the service would not take is refused in words', () => {
  expect(refusalOf({ name: 'a.png', size: 2_440_000 })).toBeUndefined()
  expect(refusalOf({ name: 'a.mp4', size: 101 * 1024 * 1024 })).toBe('A file has at most 100 MB.')
  expect(refusalOf({ name: 'a.png', size: 0 })).toBe('The file is empty.')
})
