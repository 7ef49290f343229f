package io.mintmark.server.documents.batch;

import io.mintmark.document.IdTemplate;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.document.Expectation;
import io.mintmark.web.http.ApiException;

/** A document that gets its number from an identity is new, so nobody can have read a version of it. */
public final class IdentityExpectation {
    private IdentityExpectation() {}

    /** Refuses a put that expects a version of a document whose number is yet to be drawn. */
    public static void require(IdTemplate template, Expectation expectation) {
        if (template instanceof IdTemplate.Identity identity && expectation instanceof Expectation.Version version) {
            throw new ApiException(
                    ErrorType.INVALID_OPERATION,
                    "You cannot use change vector (" + version.changeVector() + ") with the identity '"
                            + identity.name() + "|': its document is always new.");
        }
    }
}
