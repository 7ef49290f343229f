/** Measures what TLS costs a server. */
@NullMarked
package io.mintmark.lab.tls;

import org.jspecify.annotations.NullMarked;
