import { z } from 'zod'
import { useLocalStorage } from '../hooks/use-local-storage.ts'

const segments = z.array(z.object({ name: z.string(), claims: z.record(z.string(), z.unknown()) }))

/** A segment of a site's visitors, by their claims. */
export type Segment = z.infer<typeof segments>[number]

export const anonymousSegment: Segment = { name: 'Stranger', claims: {} }

/** Sample segments of a site's visitors, stored only in this browser. */
export const useSegments = (siteId: string) => useLocalStorage<Segment[]>(`segments.${siteId}`, segments, [])
