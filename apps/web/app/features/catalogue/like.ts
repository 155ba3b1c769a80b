// Likes: current state and how to change it.
import { t } from '@lingui/core/macro'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { visitorApi } from '../../api/api.ts'
import { loginPath } from '../../api/return-path.ts'
import { awaitSession, refreshProfile, useSessionFact } from '../../api/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { savePendingAddition } from '../cart/add-to-cart.ts'

/**
 * `isLiked` changes with the click and reverts when the server rejects it. An anonymous visitor is asked to sign in, or
 * redirected to do so and back; the template is then liked.
 */
export function useLike(templateId: string, onAnonymous: 'message' | 'sign-in' = 'message') {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const showToast = useToast()
  const [isLikedSoon, setIsLikedSoon] = useState<boolean>()
  const isLikedNow = useSessionFact(
    (session) =>
      session.status === 'signed-in' && session.profile.likedTemplates.some((liked) => liked.templateId === templateId),
  )

  const change = useCallback(
    async (isLiked: boolean, messages: { done?: string; failed: string }) => {
      setIsLikedSoon(isLiked)
      try {
        await (isLiked ? visitorApi.addToLiked(templateId) : visitorApi.unlikeTemplate(templateId))
        await refreshProfile()
        if (messages.done) showToast('success', messages.done)
      } catch {
        showToast('error', messages.failed)
      }
      setIsLikedSoon(undefined)
    },
    [templateId, showToast],
  )

  const isLiked = isLikedSoon ?? isLikedNow
  const sendAway = () => {
    savePendingAddition(templateId, 'liked')
    const logIn = () => void navigate(loginPath(pathname + search))
    if (onAnonymous === 'sign-in') return logIn()
    showToast('error', t`Please log in to like this template`, { action: { label: t`Log in`, run: logIn } })
  }

  /** In a list: only adds a like. A like is removed on the template's page or in the profile. */
  const like = async () => {
    if ((await awaitSession()).status !== 'signed-in') return sendAway()
    if (isLiked) return showToast('error', t`You have already liked this template`)
    await change(true, { failed: t`Failed to add template to liked list` })
  }

  /** On the page of the template: adds or removes the like. */
  const toggle = async () => {
    if ((await awaitSession()).status !== 'signed-in') return sendAway()
    await change(!isLiked, {
      done: isLiked ? t`Template removed from liked list` : t`Template added to liked list successfully!`,
      failed: t`Failed to update like status`,
    })
  }

  return { isLiked, like, toggle }
}
