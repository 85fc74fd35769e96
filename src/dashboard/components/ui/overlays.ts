import { onDemand } from '../../lib/on-demand.ts'

/** Menus, popovers and tooltips. Their library is not part of the first load, and is loaded right after the first view. */
export const overlays = onDemand(() => import('./overlay-parts.ts'))
