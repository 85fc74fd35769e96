import { z } from 'zod'

/** What one reacts with: the emoji itself, or its code points as lower-case hex joined by `-`; answered as given. */
const reaction = z
  .string()
  .min(1)
  .max(50)
  .regex(
    /^(?:[\p{Extended_Pictographic}\p{Emoji_Component}]+|[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)$/u,
    'Give an emoji, or its code points such as 1f44d',
  )

/** Members of the body of what can be reacted to. */
export const reacting = {
  addedReactions: z.array(reaction).max(50).optional().describe('Emoji; adding one twice has no effect'),
  removedReactions: z.array(reaction).max(50).optional(),
}
