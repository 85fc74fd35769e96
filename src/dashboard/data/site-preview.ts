import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { Input } from '#contract/route.ts'
import { toast } from '../lib/toast.ts'
import { callApi } from './api.ts'

/** Opens a site in a new window as one of its visitors would see it. `name` is used in the error message. */
export async function openSitePreview(
  name: string,
  { params, query }: Pick<Input<typeof api.sitePublishing.preview>, 'params' | 'query'>,
): Promise<void> {
  // Opened right in the click handler, because browsers block windows that open later.
  const opened = window.open('', '_blank')
  try {
    const { url } = await callApi(api.sitePublishing.preview, { params, query: query ?? {} })
    if (opened === null) return void window.location.assign(url)
    opened.opener = null
    opened.location.replace(new URL(url).pathname)
  } catch (error) {
    opened?.close()
    const reason = error instanceof ApiError ? error.message : undefined
    toast.refused(`Couldn’t open ${name}`, reason === undefined ? {} : { reason })
  }
}
