package io.mintmark.jdbc.jta;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.jta.JtaTransactionManager;

/** The managers, each with the kinds of connections that it has: XA, local, and local as the last resource beside XA. */
enum Managers {
    ATOMIKOS_XA {
        @Override
        Manager over(Place place) throws Exception {
            return Atomikos.xa(place);
        }
    },
    ATOMIKOS_LOCAL {
        @Override
        Manager over(Place place) throws Exception {
            return Atomikos.local(place);
        }
    },
    BITRONIX_XA {
        @Override
        Manager over(Place place) {
            return Bitronix.xa(place);
        }
    },
    BITRONIX_LAST_RESOURCE {
        @Override
        Manager over(Place place) {
            return Bitronix.lastResource(place);
        }
    },
    NARAYANA_DRIVER_XA {
        @Override
        Manager over(Place place) {
            return Narayana.driver(place);
        }
    },
    AGROAL_XA {
        @Override
        Manager over(Place place) throws Exception {
            return Narayana.agroal(place, true);
        }
    },
    AGROAL_LAST_RESOURCE {
        @Override
        Manager over(Place place) throws Exception {
            return Narayana.agroal(place, false);
        }
    },
    SPRING_LOCAL {
        @Override
        Manager over(Place place) {
            HikariDataSource pool = pool(place);
            return local(pool, new DataSourceTransactionManager(pool), new TransactionAwareDataSourceProxy(pool));
        }
    },
    SPRING_LAZY {
        @Override
        Manager over(Place place) {
            HikariDataSource pool = pool(place);
            LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(pool);
            return local(pool, new DataSourceTransactionManager(lazy), new TransactionAwareDataSourceProxy(lazy));
        }
    },
    SPRING_XA {
        @Override
        Manager over(Place place) throws Exception {
            Manager atomikos = Atomikos.xa(place);
            JtaTransactionManager jta = new JtaTransactionManager();
            jta.setUserTransaction(Atomikos.userTransaction());
            jta.setTransactionManager(Atomikos.manager());
            jta.afterPropertiesSet();
            return new Manager(
                    new SpringTransactions(jta),
                    new TransactionAwareDataSourceProxy(atomikos.source()),
                    new TransactionAwareDataSourceProxy(atomikos.second()),
                    false,
                    false,
                    atomikos);
        }
    };

    /** Most connections of a pool: one beside those of the transaction and of one that is suspended. */
    static final int CONNECTIONS = 4;

    abstract Manager over(Place place) throws Exception;

    private static HikariDataSource pool(Place place) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(place.url());
        pool.setUsername(place.user);
        pool.setMaximumPoolSize(CONNECTIONS);
        return pool;
    }

    private static Manager local(
            HikariDataSource pool, DataSourceTransactionManager manager, TransactionAwareDataSourceProxy source) {
        return new Manager(new SpringTransactions(manager), source, source, false, false, pool);
    }
}
