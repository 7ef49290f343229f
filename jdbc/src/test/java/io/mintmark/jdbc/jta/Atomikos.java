package io.mintmark.jdbc.jta;

import com.atomikos.icatch.jta.UserTransactionImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import com.atomikos.jdbc.AtomikosNonXADataSourceBean;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;

/** Atomikos, which enlists a connection when its first statement is made. Its one manager lives as long as the process. */
final class Atomikos {
    private static final AtomikosTimeouts TIMEOUTS = new AtomikosTimeouts();

    private Atomikos() {}

    static TransactionManager manager() throws Exception {
        System.setProperty(
                "com.atomikos.icatch.log_base_dir",
                Files.createDirectories(Place.FOLDER).toString());
        System.setProperty("com.atomikos.icatch.output_dir", Place.FOLDER.toString());
        System.setProperty("com.atomikos.icatch.enable_logging", "false");
        UserTransactionManager manager = new UserTransactionManager();
        manager.setForceShutdown(true);
        manager.init();
        return manager;
    }

    static UserTransaction userTransaction() {
        return new UserTransactionImp();
    }

    static Manager xa(Place place) throws Exception {
        TransactionManager manager = manager();
        AtomikosDataSourceBean source = xaPool(place);
        AtomikosDataSourceBean second = xaPool(place);
        return new Manager(TIMEOUTS.noticedIn(new JakartaTransactions(manager)), source, second, true, false, () -> {
            source.close();
            second.close();
        });
    }

    private static AtomikosDataSourceBean xaPool(Place place) throws Exception {
        AtomikosDataSourceBean pool = new AtomikosDataSourceBean();
        pool.setUniqueResourceName(Place.fresh("atomikos"));
        pool.setXaDataSource(place.xa());
        pool.setMaxPoolSize(Managers.CONNECTIONS);
        // Otherwise it has no connection outside of a transaction.
        pool.setLocalTransactionMode(true);
        pool.init();
        return pool;
    }

    static Manager local(Place place) throws Exception {
        TransactionManager manager = manager();
        AtomikosNonXADataSourceBean source = new AtomikosNonXADataSourceBean();
        source.setUniqueResourceName(Place.fresh("atomikos_local"));
        source.setDriverClassName(place.driver);
        source.setUrl(place.url());
        source.setUser(place.user);
        source.setPassword("");
        source.setMaxPoolSize(Managers.CONNECTIONS);
        source.setLocalTransactionMode(true);
        source.init();
        return new Manager(
                TIMEOUTS.noticedIn(new JakartaTransactions(manager)), source, source, true, false, source::close);
    }
}
