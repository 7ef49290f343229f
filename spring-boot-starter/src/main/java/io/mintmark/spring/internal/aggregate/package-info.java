/** The entities of which an aggregate of Spring Data consists. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.aggregate;

import org.jspecify.annotations.NullMarked;
