import { toast } from './toast.ts'

/** Copies a text; if the browser blocks the clipboard, a toast shows the text instead. */
export async function copyText(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(message)
  } catch {
    toast.refused('Nothing was copied', { reason: `The browser keeps its clipboard shut. It is: ${text}` })
  }
}
