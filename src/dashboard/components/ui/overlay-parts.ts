export * from './menu-parts.tsx'
export { OpenedPopover } from './popover-parts.tsx'
export { TooltipContent } from './tooltip-parts.tsx'
