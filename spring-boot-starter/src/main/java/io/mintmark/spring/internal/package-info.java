/**
 * What the configurations use: persistence units, databases, aggregates and properties of an application, numbers in
 * JSON, health and meters. Not for applications.
 */
@NullMarked
package io.mintmark.spring.internal;

import org.jspecify.annotations.NullMarked;
