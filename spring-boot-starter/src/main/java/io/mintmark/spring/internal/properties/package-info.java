/** Properties as an application was given them. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.properties;

import org.jspecify.annotations.NullMarked;
