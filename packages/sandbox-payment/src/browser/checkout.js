// The library that stores load: `window.Razorpay` with the calls of Razorpay's checkout.js that this store makes. It opens the
// payment form in a frame over the page and reports the outcome to the page.

{
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  const formUrl = new URL('/sandbox/payment/checkout', script?.src ?? location.href)
  const MESSAGE = 'vitrine-payment'

  class Checkout {
    /** @type {RazorpayOptions} */
    #options
    /** @type {((failure: { error: RazorpayError }) => void)[]} */
    #failureListeners = []
    #close = () => {}

    /** @param {RazorpayOptions} options */
    constructor(options) {
      if (!options?.key) throw new Error('The payment cannot begin: the option key is missing.')
      if (!options.order_id) throw new Error('The payment cannot begin: the option order_id is missing.')
      this.#options = options
    }

    /**
     * @param {'payment.failed'} _event
     * @param {(failure: { error: RazorpayError }) => void} listener
     */
    on(_event, listener) {
      this.#failureListeners.push(listener)
    }

    open() {
      this.close()
      const { key: keyId, order_id: orderId, name = '', description = '', modal } = this.#options
      const { dialog, frame } = createDialog(`${formUrl}?${new URLSearchParams({ keyId, orderId, name, description })}`)
      const before = /** @type {HTMLElement | null} */ (document.activeElement)
      /** @param {MessageEvent} message */
      const hear = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== formUrl.origin || data?.type !== MESSAGE) return
        if (data.event === 'success') this.#succeed(data.detail)
        else if (data.event === 'failed') this.#fail(data.detail)
        else dialog.close()
      }
      this.#close = () => {
        this.#close = () => {}
        window.removeEventListener('message', hear)
        dialog.remove()
        before?.focus?.()
      }
      window.addEventListener('message', hear)
      // By the customer: an Escape, the button, a step back on a phone.
      dialog.addEventListener('close', () => {
        this.#close()
        modal?.ondismiss?.()
      })
      document.body.append(dialog)
      dialog.showModal()
    }

    close() {
      this.#close()
    }

    /** @param {RazorpayResponse} response */
    #succeed(response) {
      this.close()
      const { handler, callback_url: url, redirect } = this.#options
      if (handler && !redirect) handler(response)
      else if (url) postForm(url, { ...response })
    }

    /**
     * The form stays open, so that the customer may try again.
     * @param {RazorpayError} error
     */
    #fail(error) {
      for (const listener of this.#failureListeners) listener({ error })
      const { callback_url: url, redirect } = this.#options
      if (!url || !redirect) return
      const { metadata, ...rest } = error
      const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [`error[${name}]`, value]))
      postForm(url, { ...fields, 'error[metadata]': JSON.stringify(metadata) })
    }
  }

  /**
   * A modal dialog element: what lies behind can neither be reached nor read out.
   * @param {string} url
   */
  function createDialog(url) {
    const dialog = document.createElement('dialog')
    dialog.ariaLabel = 'Payment'
    Object.assign(dialog.style, {
      boxSizing: 'border-box',
      width: 'min(100vw, 420px)',
      maxWidth: '100vw',
      height: 'min(100dvh, 700px)',
      maxHeight: '100dvh',
      margin: 'auto',
      border: '0',
      padding: '0',
      display: 'flex',
      flexDirection: 'column',
      background: 'light-dark(#fbfaf7, #1b1713)',
      color: 'light-dark(#16130f, #f4f0e8)',
    })
    const close = document.createElement('button')
    close.type = 'button'
    close.ariaLabel = 'Close payment'
    close.textContent = '×'
    Object.assign(close.style, {
      alignSelf: 'flex-end',
      width: '48px',
      height: '48px',
      border: '0',
      background: 'none',
      color: 'inherit',
      fontSize: '28px',
    })
    close.addEventListener('click', () => dialog.close())
    const frame = document.createElement('iframe')
    frame.title = 'Payment'
    Object.assign(frame.style, { border: '0', width: '100%', flex: '1' })
    frame.src = url
    dialog.append(close, frame)
    return { dialog, frame }
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
