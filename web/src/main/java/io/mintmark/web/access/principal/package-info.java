/** Principals, by what they are known, and what each may do, as values; and what keeps a list of them. */
@NullMarked
package io.mintmark.web.access.principal;

import org.jspecify.annotations.NullMarked;
