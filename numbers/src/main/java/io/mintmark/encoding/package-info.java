/** Numbers as texts: Crockford's base 32, base 36, base 62, base64url; and check characters that notice mistyping. */
package io.mintmark.encoding;
