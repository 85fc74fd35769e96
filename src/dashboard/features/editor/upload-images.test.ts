import { expect, test } from 'vitest'
import { markdownOf, refusalOf } from './upload-images.ts'

test('a picture is shown, any other file is offered', () => {
  expect(markdownOf({ id: 'f', name: 'front-view_[2].png', contentType: 'image/png' })).toBe(
    '![front view 2](/files/f)',
  )
  expect(markdownOf({ id: 'f', name: 'list.pdf', contentType: 'application/pdf' })).toBe(
    '{% file src="/files/f" %}\nlist.pdf\n{% endfile %}',
  )
})

test('a file that is too heavy is refused in words', () => {
  expect(refusalOf({ name: 'a.png', size: 1_000_000 })).toBeUndefined()
  expect(refusalOf({ name: 'a.png', size: 2_440_000 })).toBe(
    '“a.png” weighs 2.4 MB. A file in a page may weigh 1 MB.',
  )
})
