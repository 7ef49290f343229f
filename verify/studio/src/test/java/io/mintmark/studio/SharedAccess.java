package io.mintmark.studio;

import io.mintmark.RandomBytes;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.access.principal.SharedAccessList;
import io.mintmark.web.access.principal.StoredAccessList;
import java.util.List;

/** Lets the first operator in, as a command on the machine does. */
final class SharedAccess {
    private SharedAccess() {}

    /** Adds an operator to the list of a store; returns the token. */
    static String operator(String store, String name) {
        try (VisitedAccess visited = Maintenance.of(StoreSettings.of(store)).visitAccess(true)) {
            return operator(new SharedAccessList(visited.accessList()), name);
        }
    }

    /** Adds an operator to a list; returns the token. */
    static String operator(StoredAccessList list, String name) {
        BearerToken token = BearerToken.draw(RandomBytes.secure());
        AccessList ignored = list.changeOrBegin(
                present -> present.with(new Principal(name, Clearance.OPERATOR, null, List.of(Credential.of(token)))));
        return token.reveal();
    }
}
