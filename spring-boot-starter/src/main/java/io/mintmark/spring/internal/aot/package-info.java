/** Help for code that is made before an application starts. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.aot;

import org.jspecify.annotations.NullMarked;
