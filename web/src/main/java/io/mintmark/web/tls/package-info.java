/** Certificates: the server's own, read from files that may change, and what is asked of a client's. */
@NullMarked
package io.mintmark.web.tls;

import org.jspecify.annotations.NullMarked;
