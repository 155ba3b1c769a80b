// A certificate for localhost that nobody trusts but a test that says so. Made once, valid until 2126:
// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost \\
//   -addext subjectAltName=DNS:localhost,IP:127.0.0.1
export const localhostKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu0koQAF18XhrijdS
VWMhKLRr6bciK8BWi4n9h5ttdFWhRANCAASzC3qsLKVFyAFO5Xk6vJvQkSZvqkGC
KCnTmok/ZggQrZF5JicTnhH5dN/ncJAcsYUofOK+OweMqF/ZHCGoJ3gX
-----END PRIVATE KEY-----`

export const localhostCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUOEaNs/yob4VPvkRFJeswMYI62ZkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4NTUzM1oYDzIxMjYxMDMw
MTg1NTMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASzC3qsLKVFyAFO5Xk6vJvQkSZvqkGCKCnTmok/ZggQrZF5JicTnhH5
dN/ncJAcsYUofOK+OweMqF/ZHCGoJ3gXo28wbTAdBgNVHQ4EFgQUJMg+Om7UHtNR
dlD0cJVrtnxarMMwHwYDVR0jBBgwFoAUJMg+Om7UHtNRdlD0cJVrtnxarMMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgZQb44DLKFOGKzyOQ2ndKF0/KAbaNUctlgJk35f8bmoECIQDh
n3hSRQIi6nPJNC91NF46VJQH2NiWaXwl4qpsuTxajg==
-----END CERTIFICATE-----`
