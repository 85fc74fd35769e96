/** It is no specification that can be read; the message is for people. */
export class UnreadableSpec extends Error {
  override readonly name = 'UnreadableSpec'
}
