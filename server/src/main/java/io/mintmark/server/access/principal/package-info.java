/** Principals, by what they are known, and what each may do: values without any file or request. */
@NullMarked
package io.mintmark.server.access.principal;

import org.jspecify.annotations.NullMarked;
