package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.write.CounterName;
import io.mintmark.web.http.ApiException;

/** Which tags get a range: those with which every number makes an id that can be stored. Stateless. */
final class HiLoTag {
    private HiLoTag() {}

    /**
     * Refuses a tag whose numbers would be reserved for nothing.
     *
     * @param word what the sender calls it
     * @throws ApiException if it ends with the separator, leaves no room for the highest number within an id, or makes
     *     ids of HiLo documents
     */
    static void require(String word, String tag, IdentityPartsSeparator separator, NodeTag nodeTag) {
        if (!tag.isEmpty() && tag.charAt(tag.length() - 1) == separator.value()) {
            throw refusal(
                    word,
                    tag,
                    "must not end with the separator '" + separator + "', which is put after it: leave it out.");
        }
        if (CounterName.isShownBy(longestId(word, tag, separator, nodeTag))) {
            throw refusal(
                    word,
                    tag,
                    "must not begin with " + CounterName.PREFIX + ", which names HiLo documents: use another.");
        }
    }

    private static DocumentId longestId(String word, String tag, IdentityPartsSeparator separator, NodeTag nodeTag) {
        try {
            return DocumentId.hilo(tag, separator, Reservation.CEILING_JS_SAFE, nodeTag);
        } catch (InvalidDocumentIdException e) {
            throw refusal(word, tag, "must make legal ids up to the highest number, but: " + e.getMessage());
        }
    }

    private static ApiException refusal(String word, String tag, String rule) {
        return new ApiException(ErrorType.ARGUMENT, word + " " + rule + " " + word + "=" + Printable.brief(tag));
    }
}
