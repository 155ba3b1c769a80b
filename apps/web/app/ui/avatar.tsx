// A round profile picture, or the initial of a person without one.
import { useState } from 'react'
import { classNames } from './class-names.ts'

type AvatarProps = { name: string; picture: string; size: 'small' | 'large' }

const sizes = { small: 'size-8 text-caption', large: 'size-24 text-headline' }

/** Decorative: the name is next to it. */
export function Avatar({ name, picture, size }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shape = classNames('shrink-0 rounded-full', sizes[size])
  if (picture !== '' && picture !== broken) {
    // The link expires after an hour; a page left open longer shows the initial until the profile is loaded again.
    return (
      <img
        src={picture}
        alt=""
        onError={() => setBroken(picture)}
        className={classNames('bg-well object-cover', shape)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={classNames('flex items-center justify-center bg-plum font-medium text-paper uppercase', shape)}
    >
      {[...name][0]}
    </span>
  )
}
