// The library that shops load: `window.Razorpay` with the calls of Razorpay's checkout.js. It opens the payment dialog in a
// frame over the page and reports the outcome to the page.

{
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  const dialogUrl = new URL('/sandbox/payment/checkout', script?.src ?? location.href)
  const MESSAGE = 'vitrine-payment'
  /** A dialog that has not come by then will not come, and must not cover the page for ever. */
  const LOAD_PATIENCE_MS = 15_000

  class Checkout {
    /** @type {RazorpayOptions} */
    #options
    /** @type {Map<string, ((detail: any) => void)[]>} */
    #listeners = new Map()
    /** @type {{ dialog: HTMLDialogElement, frame: HTMLIFrameElement, end: () => void } | undefined} */
    #opened
    #isReady = false

    /** @param {RazorpayOptions} options */
    constructor(options) {
      if (!options?.key) throw new Error('The payment cannot begin: the option key is missing.')
      if (!options.order_id) throw new Error('The payment cannot begin: the option order_id is missing.')
      this.#options = options
    }

    /**
     * @param {string} event
     * @param {(detail: any) => void} listener
     */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    }

    open() {
      if (this.#opened) return
      const { timeout } = this.#options
      const opened = openFrame(dialogUrl.href)
      const { dialog, frame } = opened
      /** @param {MessageEvent} message */
      const hear = (message) => {
        if (message.source !== frame.contentWindow || message.origin !== dialogUrl.origin) return
        if (message.data?.type === MESSAGE) this.#hear(message.data)
      }
      window.addEventListener('message', hear)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) this.#askToClose()
      })
      dialog.addEventListener('click', (event) => {
        if (event.target === dialog && this.#options.modal?.backdropclose) this.#askToClose()
      })
      const timer = timeout ? setTimeout(() => this.#dismiss(), timeout * 1000) : undefined
      const loading = setTimeout(() => {
        if (!this.#isReady) this.#dismiss()
      }, LOAD_PATIENCE_MS)
      this.#opened = {
        ...opened,
        end() {
          clearTimeout(timer)
          clearTimeout(loading)
          window.removeEventListener('message', hear)
          opened.end()
        },
      }
    }

    close() {
      this.#opened?.end()
      this.#opened = undefined
      this.#isReady = false
    }

    /** The dialog decides: it does not close in the middle of a call. */
    #askToClose() {
      if (!this.#isReady) return this.#dismiss()
      this.#opened?.frame.contentWindow?.postMessage({ type: MESSAGE, event: 'close' }, dialogUrl.origin)
    }

    #dismiss() {
      this.close()
      this.#options.modal?.ondismiss?.()
    }

    /** @param {{ event: string, detail?: any }} message */
    #hear({ event, detail }) {
      switch (event) {
        case 'ready':
          this.#isReady = true
          return this.#postOptions()
        case 'success':
          return this.#succeed(detail)
        case 'failed':
          return this.#fail(detail)
        case 'dismiss':
          return this.#dismiss()
      }
    }

    #postOptions() {
      const { key, order_id, name, description, prefill, theme, modal } = this.#options
      // A copy of plain data: functions among the options could not be sent.
      const options = JSON.parse(JSON.stringify({ key, order_id, name, description, prefill, theme }))
      const detail = { ...options, isEscapeAllowed: modal?.escape !== false }
      const message = { type: MESSAGE, event: 'open', detail }
      this.#opened?.frame.contentWindow?.postMessage(message, dialogUrl.origin)
    }

    /** @param {RazorpayResponse} response */
    #succeed(response) {
      this.close()
      this.#emit('payment.success', response)
      const { handler, callback_url, redirect } = this.#options
      if (handler && !redirect) handler(response)
      else if (callback_url) postForm(callback_url, { ...response })
    }

    /** @param {RazorpayError} error */
    #fail(error) {
      this.#emit('payment.failed', { error })
      const { callback_url, redirect } = this.#options
      if (!callback_url || !redirect) return
      const { metadata, ...rest } = error
      const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [`error[${name}]`, value]))
      postForm(callback_url, { ...fields, 'error[metadata]': JSON.stringify(metadata) })
    }

    /**
     * @param {string} event
     * @param {unknown} detail
     */
    #emit(event, detail) {
      for (const listener of this.#listeners.get(event) ?? []) listener(detail)
    }
  }

  /**
   * Shows the frame above everything. A modal dialog element: what lies behind can neither be reached nor read out.
   * @param {string} url
   */
  function openFrame(url) {
    const before = /** @type {HTMLElement | null} */ (document.activeElement)
    const { overflow } = document.documentElement.style
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Payment')
    Object.assign(dialog.style, {
      border: '0',
      padding: '0',
      margin: '0',
      width: '100vw',
      maxWidth: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      background: 'rgb(22 19 15 / 60%)',
      pointerEvents: 'auto',
      overflow: 'hidden',
    })
    const frame = document.createElement('iframe')
    frame.title = 'Payment'
    frame.allow = 'payment'
    // A frame is opaque where its colour scheme differs from the page's; "normal" leaves it clear.
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block', colorScheme: 'normal' })
    frame.src = url
    dialog.append(frame)
    document.body.append(dialog)
    document.documentElement.style.overflow = 'hidden'
    dialog.showModal()
    return {
      dialog,
      frame,
      end() {
        dialog.close()
        dialog.remove()
        document.documentElement.style.overflow = overflow
        before?.focus?.()
      },
    }
  }

  /**
   * @param {string} url
   * @param {Record<string, string>} fields
   */
  function postForm(url, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = url
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  window.Razorpay = Checkout
}
