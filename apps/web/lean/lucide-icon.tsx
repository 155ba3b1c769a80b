// Stands in for the component that Lucide makes of an icon's shapes: a plain <svg>, without the options nobody here uses.
import { createElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Record<string, string>]
type IconProps = SVGProps<SVGSVGElement> & { size?: number }

/** An icon is decoration unless it says otherwise; `size` is its width and height in pixels. */
export default function createLucideIcon({ node }: { node: readonly Shape[] }) {
  return function LucideIcon({ size = 24, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    )
  }
}
