/**
 * Principals, by what they are known, and what each may do, as values; and where a list of them is kept: in a file
 * that is replaced whole, or in a store that all nodes share.
 */
@NullMarked
package io.mintmark.web.access.principal;

import org.jspecify.annotations.NullMarked;
