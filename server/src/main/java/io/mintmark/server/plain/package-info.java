/**
 * The plain HTTP API below {@code /v1}: ids from any language in one call. Its routes are one table, which serves them
 * and describes them in OpenAPI; numbers come by the same writes as on RavenDB's routes.
 */
@NullMarked
package io.mintmark.server.plain;

import org.jspecify.annotations.NullMarked;
