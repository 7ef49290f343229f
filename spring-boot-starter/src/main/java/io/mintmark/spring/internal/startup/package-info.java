/** What Spring finds by itself before an application starts; nothing else uses it. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.startup;

import org.jspecify.annotations.NullMarked;
