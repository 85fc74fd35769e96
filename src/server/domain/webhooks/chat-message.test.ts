import { expect, test } from 'vitest'
import { urlsOf } from '../../urls.ts'
import { chatMessage, maskedUrl } from './chat-message.ts'

const nothing = {
  organization: 'Halden',
  actor: null,
  number: null,
  subject: null,
  pageId: null,
  pageTitle: null,
  commentId: null,
  spaceId: null,
  spaceTitle: null,
  siteId: null,
  siteTitle: null,
}
const urls = urlsOf('https://docs.example.com')
const messageOf = (subject: Partial<typeof nothing> | Record<string, unknown>) =>
  chatMessage('change_request.merged', { ...nothing, ...subject }, urls, 'org').text

test('a message names what happened, links to it, and contains no markup of titles', () => {
  const request = {
    number: 12,
    subject: '<!channel> & more',
    spaceId: 'abc',
    spaceTitle: 'Guide',
    actor: 'Ada',
  }
  expect(messageOf(request)).toBe(
    'Change request merged: <https://docs.example.com/s/abc/changes/12|#12 &lt;!channel&gt; &amp; more> in Guide by Ada',
  )
  expect(messageOf({ spaceId: 'abc', spaceTitle: 'Guide' })).toBe(
    'Change request merged: <https://docs.example.com/s/abc|Guide>',
  )
  expect(chatMessage('member.added', undefined, urls, 'org').text).toBe('Member added')
})

test('the URL of a chat is masked', () => {
  expect(maskedUrl('https://hooks.slack.com/services/T000/B000/abcdefgh')).toBe(
    'https://hooks.slack.com/…efgh',
  )
  expect(maskedUrl('https://chat.example.com/x')).toBe('https://chat.example.com/…')
})
