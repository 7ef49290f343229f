/** Numbers that JavaScript would round, as strings of JSON. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.json;

import org.jspecify.annotations.NullMarked;
