// For tests only: it proves nothing but that the name `localhost` reaches the handshake.
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbj2gHSjOFqnyiM2i
bmdr5R7z5+hMg71TwQauM9rU65uhRANCAAS+3Ii3nYXwLxXaqtIgRtk2jszIbqA2
tct6cdrGM8Rx3b8e3rOzanYMy387cevIB7CE+intYToKU24D1Rxcrhek
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBdDCCARqgAwIBAgIUdkoS5BzkYSpF/9BSZyFojCSUQlQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI0MDEwMTAwMDAwMFoYDzIxMjMxMjMx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS+3Ii3nYXwLxXaqtIgRtk2jszIbqA2tct6cdrGM8Rx3b8e3rOzanYM
y387cevIB7CE+intYToKU24D1Rxcrheko0gwRjAUBgNVHREEDTALgglsb2NhbGhv
c3QwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU1ASZ9UUW/GDCtqFPLnoGlob7
RdEwCgYIKoZIzj0EAwIDSAAwRQIhAKxwjvwVX3xEnL1KhLQUkvWA7nptIgtbi0bU
ohvqgY5tAiAD+gVy7WLxStDqMQjBqbYvcjMFeFJcApUaH94UpY164g==
-----END CERTIFICATE-----
`,
}
